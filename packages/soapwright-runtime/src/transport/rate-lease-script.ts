/**
 * Shares the tokens of a rate out among the processes that want some, in Redis, by Redis's clock.
 *
 * Who wants no more than an equal part gets that; what they leave is shared out among the others, to the last token. Where
 * there are fewer tokens than processes that want one, each has its turn. What nobody wants may be kept at hand (`spare`).
 *
 * A process keeps the tokens that are in use, whatever its part is: the part of another is then free later. A pause is as long
 * as the longest that any process was asked for.
 *
 * Who holds tokens and finds nobody's has met a Redis that has lost them: until the others have shown theirs too, the rest is
 * `lost`, from which each takes what it holds.
 *
 * What no process has written (other words, or an expiry that is further away than an hour and than twice the asking process's
 * own) is deleted: else it would hold tokens back that nobody has.
 *
 * KEYS: leases by process, the pause, the rate. ARGV: process, tokens it holds on to, tokens it wants, spare ones, all tokens,
 * milliseconds until its last request is over, milliseconds that the service has asked it to wait, length of a turn, the rate,
 * milliseconds after which another rate may be set, and within which each process that sends requests has asked. Returns its tokens, its part, and how long to pause; where another rate
 * holds, that too.
 */
export const LEASE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held, wanted, spare, all = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local asked, turn = tonumber(ARGV[7]), tonumber(ARGV[8])
local rate = redis.call('GET', KEYS[3])
if rate and rate ~= ARGV[9] then return { 0, 0, 0, rate } end
redis.call('SET', KEYS[3], ARGV[9], 'PX', ARGV[10])
if asked > 0 and asked > redis.call('PTTL', KEYS[2]) then redis.call('SET', KEYS[2], '1', 'PX', asked) end
local longest = math.max(3600000, 2 * tonumber(ARGV[6]))
local others, wanting = 0, {}
local isKnown, lost = false, nil
if wanted > 0 then wanting[1] = { id = ARGV[1], wants = wanted } end
local leases = redis.call('HGETALL', KEYS[1])
for i = 1, #leases, 2 do
  if leases[i] == ARGV[1] then isKnown = true
  else
    local tokens, over, wants = string.match(leases[i + 1], '^(%d+) (%d+) (%d+)$')
    if not over or tonumber(over) < now or tonumber(over) > now + longest then
      redis.call('HDEL', KEYS[1], leases[i])
    else
      others = others + tonumber(tokens)
      if leases[i] == 'lost' then lost = { tokens = tonumber(tokens), over = over } end
      if tonumber(wants) > 0 then wanting[#wanting + 1] = { id = leases[i], wants = tonumber(wants) } end
    end
  end
end
if #leases == 0 and held > 0 then
  lost = { tokens = all, over = string.format('%d', now + ARGV[10]) }
  others = all
end
if lost and not isKnown then
  local own = math.min(held, lost.tokens)
  others = others - own
  redis.call('HSET', KEYS[1], 'lost', string.format('%d %s 0', lost.tokens - own, lost.over))
end
local part, left, n = 0, all, #wanting
table.sort(wanting, function(a, b) return a.id < b.id end)
for i = 1, n do wanting[i].place = (i - 1 - math.floor(now / turn) * all) % n end
table.sort(wanting, function(a, b)
  if n <= all and a.wants ~= b.wants then return a.wants < b.wants end
  return a.place > b.place
end)
for i = 1, n do
  local tokens = math.min(wanting[i].wants, math.floor(left / (n - i + 1)))
  left = left - tokens
  if wanting[i].id == ARGV[1] then part = tokens end
end
if n > 0 and wanted > 0 then part = part + math.min(spare, math.floor(left / n)) end
local tokens = math.min(math.max(0, all - others), math.max(held, part))
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d %d', tokens, now + tonumber(ARGV[6]), wanted))
redis.call('PEXPIRE', KEYS[1], 86400000)
local paused = redis.call('PTTL', KEYS[2])
return { tokens, part, math.max(0, paused) }
`;
