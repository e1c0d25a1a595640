/**
 * Leases the tokens of a rate to the processes that want some, in Redis, by Redis's clock.
 *
 * A process that wants no more than an equal quota gets all of it; the rest is divided among the others, to the last
 * token. When there are fewer tokens than processes, the processes take turns. Tokens that no process wants may be
 * reserved (`spare`).
 *
 * A process keeps the tokens that are in use, whatever its quota is; another process gets them later. A pause is as
 * long as the longest that the service requested from any process.
 *
 * When a process holds tokens and there are no leases, Redis has lost them: until the other processes have renewed
 * theirs, the rest is leased to `lost`, from which each process takes the tokens that it holds.
 *
 * A lease that no process can have written (malformed, or with an expiry later than an hour and than twice the calling
 * process's own) is deleted, because it would block tokens that no process has.
 *
 * KEYS: leases by process, the pause, the rate. ARGV: process, tokens it holds, tokens it wants, spare tokens, all
 * tokens, milliseconds until its last request is over, milliseconds of the pause that the service requested, length of
 * a turn, the rate, milliseconds after which another rate may be set, and within which each process that sends requests
 * has renewed. Returns the process's tokens, its quota, and the length of the pause; when another rate is set, that
 * too.
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
