import { readAuthMethods } from '../../app/exchange/read/read-opened.ts'
import type { WirePiece } from '../../app/ports/transport.ts'
import { currentSession } from '../../app/state/app-state.ts'
import type { AuthMethod } from '../../app/state/link.ts'
import { strayOfNoAgent, strayOutputRemedy, strayWords, unreadOutput } from '../../app/words/problem.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import type { Result } from '../../lib/result.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import type { RunEnd } from '../../outputs/run-end-words.ts'
import { isObject, objectAt } from '../../protocol/wire/message.ts'
import { watchForExit } from '../../run/exit-watch.ts'
import type { Run } from '../../run/run.ts'
import { agentFindings, agentJson, type MetAgent } from '../doctor/agent-report.ts'
import type { Host } from '../host/host.ts'
import { writeReport } from './doctor-run.ts'
import { agentAsked, type StartRequest } from './start.ts'
import { watchAgent } from './watch.ts'

/** How long the agent may be silent, unless the user says otherwise: nobody sees that a run goes on. */
const patienceMs = 60_000

/**
 * Starts the agent as a run does, opens a session, sends no prompt, and closes it. Returns the status that a run would end with; stderr
 * says why.
 */
export async function doctorAgent(
  asked: StartRequest,
  isJson: boolean,
  host: Host,
): Promise<Result<number, UsageError>> {
  const found = await agentAsked(asked, host)
  if (!found.ok) return found
  const { watched, flags } = found.value
  const patient = { ...watched, settings: { timeoutMs: patienceMs, ...watched.settings } }
  const settings = { ...flags.settings, format: 'json', exitOn: 'never' } as const
  const wire = new SetupWire()
  const met: MetAgent[] = []
  const run = await watchAgent(patient, { ...flags, settings }, host, {
    onWire: (piece) => wire.read(piece),
    async run(run) {
      const end = await meet(run, wire)
      const { logins } = wire
      met.push({ state: run.app.state(), end, logins, auth: flags.auth, command: run.command })
      return end
    },
  })
  const [agent] = met
  if (!run.ok || agent === undefined || (agent.end.kind !== 'done' && agent.end.kind !== 'agent-ended'))
    return run
  const part = { check: { name: 'agent', title: 'Agent' }, found: agentFindings(agent) }
  return await writeReport([part], host, isJson ? { agent: agentJson(agent) } : null, run.value)
}

/** What of the setup no event tells: the logins that are listed, and whether a request of ours has no answer yet. */
class SetupWire {
  logins: readonly AuthMethod[] = []
  readonly #asked = new Set<unknown>()

  get isWaiting(): boolean {
    return this.#asked.size > 0
  }

  read({ direction, bytes, isMessage }: WirePiece): void {
    const message = isMessage ? jsonIn(bytes.toString('utf8')) : null
    if (!isObject(message) || message['id'] === undefined) return
    const isRequest = message['method'] !== undefined
    if (direction === 'to-agent' && isRequest) this.#asked.add(message['id'])
    if (direction !== 'from-agent' || isRequest) return
    this.#asked.delete(message['id'])
    const data = objectAt(objectAt(message, 'error') ?? {}, 'data')
    for (const holder of [objectAt(message, 'result'), data]) {
      const logins = readAuthMethods(holder?.['authMethods'])
      if (logins.length > 0) this.logins = logins
    }
  }
}

/** How long the list of sessions is waited for; it is no part of a run, and ends none. */
const listMs = 10_000
/** After so long it is said what is waited for. */
const quietMs = 5000

/** Waits until the session is open with its settings and the old sessions are listed, or the run ends. */
async function meet(
  { agent, app, command, ends, exitRules, feed, host, options: { timeoutMs } }: Run,
  wire: Pick<SetupWire, 'isWaiting'>,
): Promise<RunEnd> {
  const { clock } = host
  // As if a prompt was to come: an agent that ends before is no good one, whatever its status.
  const exit = watchForExit(feed, clock, { ...exitRules, promptCount: 1 })
  const listLimitMs = Math.min(listMs, (timeoutMs ?? Infinity) / 2)
  const waiting = (): string => {
    const state = app.state()
    const stray = strayOfNoAgent(state)
    const why =
      stray === null
        ? unreadOutput(state)
        : `It wrote ${strayWords(stray)}. ${strayOutputRemedy(stray, state, command)}`
    return `acp-plan-tui: waiting for the agent; Ctrl-C ends it\n${why === null ? '' : `  ${safeLine(why)}\n`}`
  }
  const timers = [clock.after(quietMs, () => host.writeNow(2, waiting()))]
  // One at a time: an agent may send a hundred thousand messages a second.
  let dueLook: (() => void) | null = null
  const met = new Promise<RunEnd>((resolve) => {
    const look = (): void => {
      dueLook = null
      const state = app.state()
      if (state.link.state !== 'open' || currentSession(state)?.phase !== 'open' || wire.isWaiting) return
      if (state.listing.state !== 'not-asked' || state.agent?.offers.list !== true)
        return resolve({ kind: 'done' })
      timers.push(clock.after(listLimitMs, () => resolve({ kind: 'done' }), 'alive'))
      agent.order({ type: 'list-sessions' })
    }
    // Later: the event that opens the session comes before the requests that set its mode and options.
    timers.push(
      feed.listen(() => void (dueLook ??= clock.after(0, look, 'alive'))),
      () => dueLook?.(),
    )
  })
  feed.forget()
  const end = await Promise.race([met, exit.ended, ends.ended])
  exit.stop()
  for (const stop of timers) stop()
  return end
}
