-- Requests the paths of a file (first argument, one per line) in turn, each with the next token of the file in the
-- second argument and the method in the third, and prints the results as JSON.
local paths, place = {}, 0
local people, person = {}, 0
local method = "GET"

function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  method = args[3]
  for token in io.lines(args[2]) do
    local headers = { ["Blade-Auth"] = "bearer " .. token }
    for name, value in pairs(wrk.headers) do headers[name] = value end
    people[#people + 1] = headers
  end
  -- Threads begin at different positions.
  place = math.random(#paths)
  if #people > 0 then person = math.random(#people) end
end

function request()
  place = place % #paths + 1
  if #people == 0 then return wrk.format(method, paths[place]) end
  person = person % #people + 1
  return wrk.format(method, paths[place], people[person])
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
