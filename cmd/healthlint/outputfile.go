package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// outputFile is a file that is written as a whole or not at all.
type outputFile struct {
	path    string // where links lead to
	inPlace bool   // a device, a pipe, or a file whose folder takes no other
}

// newOutputFile reports what would keep the file from being written, before the work that fills it.
func newOutputFile(path string) (*outputFile, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	o := &outputFile{path: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		o.inPlace = true
		return o, nil
	}
	exists := err == nil
	f, err := o.beside()
	if err == nil {
		return o, errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if exists {
		if f, werr := os.OpenFile(path, os.O_WRONLY, 0); werr == nil {
			o.inPlace = true
			return o, f.Close()
		}
	}
	return nil, withoutPath(err)
}

// beside makes an empty file in the same folder.
func (o *outputFile) beside() (*os.File, error) {
	dir, name := filepath.Split(o.path)
	for range 100 {
		f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf(".%s.%08x", name, rand.Uint32())), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, errors.New("no name is free beside it")
}

// write puts data into the file. When that fails the file is as it was.
func (o *outputFile) write(data []byte) error {
	if o.inPlace {
		return withoutPath(os.WriteFile(o.path, data, 0o666))
	}
	f, err := o.beside()
	if err != nil {
		return withoutPath(err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		if info, serr := os.Stat(o.path); serr == nil {
			err = os.Chmod(f.Name(), info.Mode().Perm())
		}
	}
	if err == nil {
		err = os.Rename(f.Name(), o.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return withoutPath(err)
}

// withoutPath leaves the name out of an error of os: who prints it names the file as the user did.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
