# Varnish 7 in front of the portal, with Debian's varnish-modules (xkey). The portal's environment:
#
#   CDN=varnish  CDN_PURGE=http://127.0.0.1:6081  TRUST_PROXY=2 (1 if nothing terminates TLS before Varnish)
#
# Varnish stores only what the portal marks with s-maxage, for one address each, and drops it by tag.
vcl 4.1;

import xkey;

backend portal {
	.host = "127.0.0.1";
	.port = "3000";
	# Longer than a call may take; event streams send a heartbeat every 25 s.
	.first_byte_timeout = 70s;
	.between_bytes_timeout = 70s;
	.probe = {
		.url = "/readyz";
		.interval = 5s;
		.timeout = 4s;
	}
}

# Every machine that serves pages of the portal sends purges.
acl purgers {
	"127.0.0.1";
	"::1";
}

sub vcl_recv {
	if (req.method == "PURGE") {
		if (client.ip !~ purgers) {
			return (synth(405, "Not allowed"));
		}
		# With CDN_SECRET, check it here too: req.http.Authorization == "Bearer …".
		set req.http.n-gone = xkey.purge(req.http.xkey-purge);
		return (synth(200, "Purged " + req.http.n-gone));
	}
	# What is for machines inside stays inside.
	if (req.url ~ "^/(healthz|readyz)(\?|$)") {
		return (synth(404));
	}
	# A page depends on its host, so the client must not choose another than the one that it is stored under.
	set req.http.X-Forwarded-Host = req.http.Host;
	# Calls, event streams, uploads, the back office, private feeds, and whoever sends a credential.
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	if (req.url ~ "^/(api|admin|feed/private)(/|\?|$)" || req.http.Authorization || req.http.Blade-Auth) {
		return (pass);
	}
	# Pages are the same with and without cookies: members' data come by calls.
	unset req.http.Cookie;
	return (hash);
}

sub vcl_backend_response {
	if (beresp.http.Cache-Control !~ "s-maxage=|immutable" || beresp.http.Cache-Control ~ "private|no-store"
	    || beresp.http.Set-Cookie) {
		# Not stored; concurrent requests for it do not wait for each other.
		set beresp.uncacheable = true;
		set beresp.ttl = 10s;
		return (deliver);
	}
	# The life of a page and its grace (stale-while-revalidate) are read from its headers.
	return (deliver);
}

sub vcl_deliver {
	set resp.http.Cache-Status = "varnish; " + obj.hits;
	unset resp.http.xkey;
	# Browsers ask again each time, as without Varnish: a purge does not reach them.
	if (resp.http.Cache-Control ~ "s-maxage=" && resp.http.Cache-Control !~ "immutable") {
		set resp.http.Cache-Control = "no-cache";
	}
}
