package callgraph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
)

// The fact is binary: structs field by field, integers as varints, a string in full where it first occurs
// and as a number afterwards. Equal values give equal bytes, so facts compare and cache well; there are no
// maps. Decoding checks every length, so damaged bytes are an error and never a panic.

type encoder struct {
	buf  []byte
	strs map[string]uint64
}

func encode(v any) []byte { return encodeTo(nil, v) }

// encodeTo is encode into room, whose bytes are not needed any more.
func encodeTo(room []byte, v any) []byte {
	e := &encoder{buf: room[:0], strs: map[string]uint64{}}
	e.value(reflect.ValueOf(v).Elem())
	return e.buf
}

func (e *encoder) str(s string) {
	if n, ok := e.strs[s]; ok {
		e.buf = binary.AppendUvarint(e.buf, n)
		return
	}
	e.strs[s] = uint64(len(e.strs) + 1)
	e.buf = append(e.buf, 0)
	e.buf = binary.AppendUvarint(e.buf, uint64(len(s)))
	e.buf = append(e.buf, s...)
}

func (e *encoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		e.str(v.String())
	case reflect.Int:
		e.buf = binary.AppendVarint(e.buf, v.Int())
	case reflect.Uint8:
		e.buf = append(e.buf, byte(v.Uint()))
	case reflect.Uint64:
		e.buf = binary.AppendUvarint(e.buf, v.Uint())
	case reflect.Bool:
		b := byte(0)
		if v.Bool() {
			b = 1
		}
		e.buf = append(e.buf, b)
	case reflect.Slice:
		e.buf = binary.AppendUvarint(e.buf, uint64(v.Len()))
		if v.Type().Elem().Kind() == reflect.Uint8 {
			e.buf = append(e.buf, v.Bytes()...)
			return
		}
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			e.buf = append(e.buf, 0)
			return
		}
		e.buf = append(e.buf, 1)
		e.value(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			e.value(v.Field(i))
		}
	default:
		panic(fmt.Sprintf("callgraph: a fact cannot hold a %s", v.Kind()))
	}
}

var errFact = errors.New("damaged fact")

type decoder struct {
	buf   []byte
	strs  []string
	texts map[string]string // texts of all that was decoded before, to be shared; may be nil
	again bool              // the struct was decoded into before, and its room is to be used again
}

// decode reads what encode wrote into v, a pointer to a struct.
func decode(buf []byte, v any) error { return (&decoder{buf: buf}).decode(v) }

func (d *decoder) decode(v any) error {
	if err := d.value(reflect.ValueOf(v).Elem()); err != nil {
		return err
	}
	if len(d.buf) > 0 {
		return fmt.Errorf("%w: %d bytes too many", errFact, len(d.buf))
	}
	return nil
}

func (d *decoder) uvarint() (uint64, error) {
	n, w := binary.Uvarint(d.buf)
	if w <= 0 {
		return 0, errFact
	}
	d.buf = d.buf[w:]
	return n, nil
}

func (d *decoder) byte() (byte, error) {
	if len(d.buf) == 0 {
		return 0, errFact
	}
	b := d.buf[0]
	d.buf = d.buf[1:]
	return b, nil
}

func (d *decoder) take(n uint64) ([]byte, error) {
	if n > uint64(len(d.buf)) {
		return nil, errFact
	}
	b := d.buf[:n:n]
	d.buf = d.buf[n:]
	return b, nil
}

func (d *decoder) str() (string, error) {
	n, err := d.uvarint()
	if err != nil {
		return "", err
	}
	if n > 0 {
		if n > uint64(len(d.strs)) {
			return "", errFact
		}
		return d.strs[n-1], nil
	}
	if n, err = d.uvarint(); err != nil {
		return "", err
	}
	b, err := d.take(n)
	if err != nil {
		return "", err
	}
	s := d.text(b)
	d.strs = append(d.strs, s)
	return s, nil
}

func (d *decoder) text(b []byte) string {
	if d.texts == nil {
		return string(b)
	}
	s, ok := d.texts[string(b)]
	if !ok {
		s = string(b)
		d.texts[s] = s
	}
	return s
}

func (d *decoder) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		s, err := d.str()
		v.SetString(s)
		return err
	case reflect.Int:
		n, w := binary.Varint(d.buf)
		if w <= 0 {
			return errFact
		}
		d.buf = d.buf[w:]
		v.SetInt(n)
	case reflect.Uint8:
		b, err := d.byte()
		v.SetUint(uint64(b))
		return err
	case reflect.Uint64:
		n, err := d.uvarint()
		v.SetUint(n)
		return err
	case reflect.Bool:
		b, err := d.byte()
		v.SetBool(b == 1)
		return err
	case reflect.Slice:
		return d.slice(v)
	case reflect.Pointer:
		b, err := d.byte()
		if err != nil || b == 0 {
			v.SetZero()
			return err
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.value(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if err := d.value(v.Field(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *decoder) slice(v reflect.Value) error {
	n, err := d.uvarint()
	if err != nil {
		return err
	}
	if n > uint64(len(d.buf)) { // an element takes a byte at least
		return errFact
	}
	if n == 0 {
		v.SetLen(0)
		return nil
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		b, err := d.take(n)
		v.SetBytes(b)
		return err
	}
	d.makeRoom(v, int(n))
	for i := range int(n) {
		if err := d.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// makeRoom makes v as long as n elements.
func (d *decoder) makeRoom(v reflect.Value, n int) {
	switch {
	case !d.again:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	case n > v.Cap():
		v.Set(reflect.MakeSlice(v.Type(), n, max(n, 2*v.Cap())))
	default:
		v.SetLen(n)
	}
}
