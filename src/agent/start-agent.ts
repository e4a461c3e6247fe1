import type { AgentControl } from '../app/agent-control.ts'
import type { AppEvent } from '../app/app-event.ts'
import type { Link, LinkEnd } from '../app/link.ts'
import type { PermissionPolicy } from '../app/permission.ts'
import type { Clock } from '../lib/clock.ts'
import { excerptOf, type WireProblem } from '../protocol/wire-problem.ts'
import { Connection, type ChunkListener } from './connection.ts'
import type { AskedVersion } from './initialize-params.ts'
import { permissionMethod, type PeerRequest } from './peer.ts'
import { Permissions } from './permissions.ts'
import { rpcCodes } from './rpc-line.ts'
import { SilenceWatch } from './silence-watch.ts'
import { Turns } from './turns.ts'

export interface AgentOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>
  readonly protocol: 'auto' | 1 | 2
  /** Tells the agent that plans by id are shown. */
  readonly advertisesPlans: boolean
  readonly permissions: PermissionPolicy
  /** False: nobody is there who could be asked, so what the policy does not allow is denied. */
  readonly canAsk: boolean
  /** Sent one after the other, the next when the turn ends. Not sent again by a restart. */
  readonly prompts: readonly string[]
  /**
   * Silence on stdout that ends the connection while an answer of the handshake or the end of a turn is waited for (and
   * nobody else is asked anything); null: never, but a slow handshake is remarked upon.
   */
  readonly timeoutMs: number | null
  readonly clientVersion: string
  readonly clock: Clock
  readonly dispatch: (event: AppEvent) => void
  /** Sees the raw bytes of stdin and stdout as they pass. */
  readonly onChunk?: ChunkListener
}

export interface RunningAgent extends AgentControl {
  /** The last resort, at once: for a handler of the process's exit, where nothing can be waited for. */
  killNow(): void
}

const slowHandshakeMs = 60_000

/** Starts the agent at once, within this call, and is its client until it ends. What happens becomes events. */
export function startAgent(options: AgentOptions): RunningAgent {
  return new AgentRun(options)
}

class AgentRun implements RunningAgent {
  readonly #options: AgentOptions
  readonly #turns: Turns
  readonly #permissions: Permissions
  readonly #silence: SilenceWatch
  /** What was ended and is not yet gone is here too. */
  readonly #connections = new Set<Connection>()
  #connection: Connection | null = null
  #hasEnded = false
  #isClosed = false

  constructor(options: AgentOptions) {
    this.#options = options
    const nowMs = (): number => options.clock.nowMs()
    const onChanged = (): void => this.#watch()
    this.#turns = new Turns({
      nowMs,
      receivingAtMs: () => this.#connection?.receivingAtMs ?? nowMs(),
      dispatch: options.dispatch,
      cancelPermissions: (sessionId) => this.#permissions.cancel(sessionId),
      onChanged,
    })
    this.#permissions = new Permissions({
      policy: options.permissions,
      canAsk: options.canAsk,
      nowMs,
      dispatch: options.dispatch,
      currentSessionId: () => this.#connection?.sessionId ?? null,
      isCancelling: (sessionId) => this.#turns.isCancelling(sessionId),
      onChanged,
    })
    this.#silence = new SilenceWatch({
      clock: options.clock,
      limitMs: options.timeoutMs ?? slowHandshakeMs,
      onSilent: (forMs, waitingFor) => this.#silent(forMs, waitingFor),
    })
    this.#link({ state: 'starting', sinceMs: nowMs() })
    this.#start(firstAsked(options))
    for (const prompt of options.prompts) this.#turns.prompt(prompt)
  }

  prompt(text: string): void {
    if (!this.#isClosed) this.#turns.prompt(text)
  }

  cancelTurn(): void {
    this.#turns.cancel()
  }

  answerPermission(key: number, optionId: string): void {
    this.#permissions.answer(key, optionId)
  }

  restart(): void {
    if (!this.#hasEnded || this.#isClosed) return
    this.#hasEnded = false
    void this.#startAfterTheLast(firstAsked(this.#options))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (!this.#hasEnded) this.#ended({ kind: 'closed' })
    await this.#endAll()
  }

  killNow(): void {
    for (const connection of this.#connections) connection.killNow()
  }

  #start(asked: AskedVersion): void {
    const { command, args, cwd, env, clientVersion, advertisesPlans, clock, dispatch } = this.#options
    const connection = new Connection({
      command: { command, args, cwd, env },
      asked,
      client: { clientVersion, advertisesPlans },
      clock,
      dispatch,
      onChunk: this.#options.onChunk,
      onOpened: (target) => {
        const atMs = connection.receivingAtMs
        dispatch({ type: 'session-opened', atMs, sessionId: target.sessionId })
        this.#link({ state: 'open', sinceMs: atMs })
        this.#turns.opened(target)
        this.#watch()
      },
      onState: (sessionId, state) => this.#turns.stateSeen(sessionId, state),
      onRequest: (request) => this.#asked(request, connection.receivingAtMs),
      onHeard: (atMs) => this.#silence.heard(atMs),
      onAsked: () => this.#watch(),
      onEnded: (end) => this.#connectionEnded(connection, asked, end),
    })
    this.#connection = connection
    this.#connections.add(connection)
    if (connection.isRunning) this.#link({ state: 'shaking-hands', sinceMs: clock.nowMs() })
    this.#watch()
  }

  async #startAfterTheLast(asked: AskedVersion): Promise<void> {
    this.#link({ state: 'starting', sinceMs: this.#options.clock.nowMs() })
    await this.#endAll()
    if (!this.#isClosed) this.#start(asked)
  }

  #connectionEnded(connection: Connection, asked: AskedVersion, end: LinkEnd): void {
    const hasDied = end.kind === 'exited' || end.kind === 'closed-output'
    if (hasDied && asked === 'best' && !connection.isInitialized) {
      // Some agents that know no version 2 end instead of answering.
      this.#remark(
        'The agent ended when asked for version 2 of the protocol: starting it again with version 1.',
      )
      void this.#startAfterTheLast(1)
    } else this.#ended(end)
  }

  #ended(end: LinkEnd): void {
    this.#hasEnded = true
    this.#turns.lost()
    this.#permissions.forget()
    this.#silence.waitFor(null)
    this.#link({ state: 'ended', sinceMs: this.#options.clock.nowMs(), end })
    if (isEndedByUs(end)) this.#remark('The agent was told to end.')
    void this.#endAll()
  }

  /** Settles when nothing is left of any process started so far. */
  async #endAll(): Promise<void> {
    await Promise.all(
      [...this.#connections].map(async (connection) => {
        await connection.end()
        this.#connections.delete(connection)
      }),
    )
  }

  #asked(request: PeerRequest, atMs: number): void {
    const { method, params, signal, answer } = request
    if (method === permissionMethod) {
      this.#permissions.ask({ params, atMs, signal, answer })
      return
    }
    const problem: WireProblem = {
      code: 'unknown-request',
      text: `the agent asked for ${method}, which this client does not offer; it was told so`,
      weight: 'noted',
      excerpt: excerptOf(params),
    }
    this.#options.dispatch({ type: 'problem-found', atMs, sessionId: null, problem })
    answer({ ok: false, error: { code: rpcCodes.methodNotFound, message: 'method not found' } })
  }

  /** Says what is waited for now: a silence counts only while the agent owes something. */
  #watch(): void {
    const asked = this.#connection?.waitsFor ?? null
    const owesTurn = this.#turns.isRunning && !this.#permissions.hasOpen && this.#options.timeoutMs !== null
    this.#silence.waitFor(asked !== null ? `the answer to ${asked}` : owesTurn ? 'the end of the turn' : null)
  }

  #silent(forMs: number, waitingFor: string): void {
    if (this.#options.timeoutMs !== null) this.#ended({ kind: 'silent', forMs, waitingFor })
    else
      this.#remark(
        `Still waiting for ${waitingFor}: the agent has said nothing for ${Math.round(forMs / 1000)} s.`,
      )
  }

  #link(link: Link): void {
    this.#options.dispatch({ type: 'link-changed', atMs: link.sinceMs, link })
  }

  #remark(text: string): void {
    this.#options.dispatch({ type: 'remarked', atMs: this.#options.clock.nowMs(), text })
  }
}

function firstAsked({ protocol }: AgentOptions): AskedVersion {
  return protocol === 'auto' ? 'best' : protocol
}

/** The process still runs when one of these is found out. */
function isEndedByUs(end: LinkEnd): boolean {
  switch (end.kind) {
    case 'closed-output':
    case 'silent':
    case 'wants-authentication':
    case 'refused':
    case 'broke-protocol':
      return true
    case 'not-started':
    case 'exited':
    case 'closed':
      return false
  }
}
