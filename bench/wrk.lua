-- Asks the paths of a file (the first argument, one a line) in turn, and prints what came of it as JSON.
local paths, place = {}, 0

function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  -- Threads begin at different places.
  place = math.random(#paths)
end

function request()
  place = place % #paths + 1
  return wrk.format("GET", paths[place])
end

function setup(thread)
  thread:set("seed", os.time())
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"us":%d,"bytes":%d,"failed":%d,"p50us":%d,"p99us":%d}\n',
    summary.requests, summary.duration, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
