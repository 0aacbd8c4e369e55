package catalog

import (
	"net/netip"
	"strings"
)

// Hole stands in a text for a part that is not known.
const Hole = '\uFFFC'

// LocalAddress judges the text of an address: local means this pod, known that the text decides it.
// It reads host:port, a host, URLs, gRPC targets, paths of sockets, lists with commas, and the DSN
// forms of MySQL and PostgreSQL. The network may be empty; "http" says that the text is the URL of a request,
// where a slash in front begins the path of a URL whose host is not there, and no socket.
//
// An empty text is not known: it means a default, and defaults that look local (localhost:6379) are
// replaced where the program runs. Link-local addresses (the metadata service of a cloud) are not
// local: they are the node's, and no restart mends them.
func LocalAddress(network, text string) (local, known bool) {
	switch network {
	case "unix", "unixgram", "unixpacket", "npipe", "pipe":
		return true, true
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return false, false
	}
	if strings.HasPrefix(text, "/") {
		socket := network != "http" // //authority forms are no addresses of any client
		return socket, socket
	}
	if scheme, rest, ok := strings.Cut(text, "://"); ok && !strings.ContainsAny(scheme, "/?#@ ") {
		return localURL(scheme, rest)
	}
	if scheme, rest, ok := strings.Cut(text, ":"); ok && grpcScheme(scheme) && !isPort(rest) {
		return localURL(scheme, rest)
	}
	if inner, ok := mysqlAddress(text); ok {
		network, addr, _ := strings.Cut(inner, "(")
		return LocalAddress(network, addr)
	}
	if strings.Contains(text, "host=") || strings.Contains(text, "hostaddr=") {
		return localKeywords(text)
	}
	return localURL("", text)
}

// grpcScheme lists the schemes that may stand without slashes.
func grpcScheme(s string) bool {
	switch s {
	case "unix", "unix-abstract", "dns", "passthrough", "ipv4", "ipv6", "file":
		return true
	}
	return false
}

func isPort(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// localURL judges what follows scheme://, or scheme: for the gRPC forms.
func localURL(scheme, rest string) (local, known bool) {
	for part := range strings.SplitSeq(strings.ToLower(scheme), "+") {
		switch part {
		case "unix", "unixs", "unix-abstract", "ldapi", "npipe", "mem", "file":
			return true, true
		case "dns", "passthrough", "ipv4", "ipv6":
			// dns://authority/host:port and passthrough:///host:port name the host after the slash.
			if _, endpoint, ok := strings.Cut(rest, "/"); ok {
				rest = endpoint
			}
			return localHosts(rest)
		}
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	_, host, ok := cutLast(rest, "@") // what stands before is a user
	if !ok {
		host = rest
	}
	if host == "" {
		return false, false // http:///path, or redis:///0: a default
	}
	return localHosts(host)
}

// mysqlAddress finds net(addr in user:pass@net(addr)/name.
func mysqlAddress(text string) (string, bool) {
	end := strings.LastIndex(text, ")")
	open := strings.LastIndex(text, "(")
	if open < 0 || end < open {
		return "", false
	}
	start := strings.LastIndex(text[:open], "@") + 1
	return text[start:end], true
}

// localKeywords reads the host of a PostgreSQL "host=... port=..." text.
func localKeywords(text string) (local, known bool) {
	for word := range strings.FieldsSeq(text) {
		k, v, _ := strings.Cut(word, "=")
		if k == "host" || k == "hostaddr" {
			return LocalAddress("", strings.Trim(v, "'"))
		}
	}
	return false, false
}

// localHosts judges a list: local when all are, and known not to be as soon as one is elsewhere.
func localHosts(list string) (local, known bool) {
	local, known = true, true
	for one := range strings.SplitSeq(list, ",") {
		l, k := localHost(hostOf(strings.TrimSpace(one)))
		if k && !l {
			return false, true
		}
		local, known = local && l, known && k
	}
	return local && known, known
}

// hostOf cuts the port off host:port, [v6]:port or a bare v6 address.
func hostOf(text string) string {
	if rest, ok := strings.CutPrefix(text, "["); ok {
		host, _, _ := strings.Cut(rest, "]")
		return host
	}
	if strings.Count(text, ":") > 1 {
		if _, err := netip.ParseAddr(text); err == nil {
			return text
		}
		if host, _, ok := cutLast(text, ":"); ok && !strings.ContainsRune(host, Hole) {
			if _, err := netip.ParseAddr(host); err == nil {
				return host
			}
		}
	}
	host, _, _ := strings.Cut(text, ":")
	return host
}

// localHost judges one host name or address without its port.
func localHost(host string) (local, known bool) {
	if before, _, ok := strings.Cut(host, string(Hole)); ok {
		// "127.0.0.1" + port, "localhost" + path: nothing that is likely to follow changes the host.
		l, k := localHost(before)
		return l && before != "", l && k && before != ""
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	switch host {
	case "": // :8080
		return true, true
	case "localhost", "ip6-localhost", "ip6-loopback", "localhost.localdomain", "bufnet", "bufconn":
		return true, true
	}
	if strings.HasSuffix(host, ".localhost") {
		return true, true
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsLoopback() || ip.IsUnspecified(), true
	}
	return false, true
}
