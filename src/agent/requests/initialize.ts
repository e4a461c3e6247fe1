import type { InitializeAnswer } from '../../app/exchange/exchange-state.ts'
import { isOtherServer } from '../../app/exchange/interpret-answer.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { copilotEvents } from '../../protocol/session/vendor-events.ts'
import { type Refused, rpcCodes, rpcErrorText, type ProtocolVersion } from '../../protocol/wire/message.ts'
import { excerptOf } from '../../protocol/wire/wire-problem.ts'
import type { Ask, AgentWire } from '../connection/peer.ts'
import type { AgentOptions } from '../agent-options.ts'
import type { KnownExchange } from '../../app/exchange/exchange-interpreter.ts'
import type { AuthMethod, LinkEnd } from '../../app/state/link.ts'

/** The version that `initialize` requests; `best` requests 2 in a message that version 1 agents can read, too. */
export type RequestedVersion = 'best' | 1 | 2

type ClientDescription = Pick<AgentOptions, 'clientVersion' | 'advertisesPlans' | 'offersFiles'>

/**
 * The params of `initialize`. `best` has the fields of both versions in one message: v1 agents read `clientInfo` and
 * `clientCapabilities`, v2 agents `info` and `capabilities`. https://agentclientprotocol.com/protocol/initialization
 */
function initializeParams(requestedVersion: RequestedVersion, client: ClientDescription): object {
  const clientInfo = { name: 'acp-plan-tui', title: 'acp-plan-tui', version: client.clientVersion }
  const v1 = { clientInfo, clientCapabilities: v1Capabilities(client) }
  const v2 = { info: clientInfo, capabilities: { auth: { terminal: {} }, ...elicitation, ...plans(client) } }
  switch (requestedVersion) {
    case 'best':
      return { protocolVersion: 2, ...v2, ...v1 }
    case 1:
      return { protocolVersion: 1, ...v1 }
    case 2:
      return { protocolVersion: 2, ...v2 }
  }
}

function v1Capabilities(client: ClientDescription): object {
  const offersFiles = client.offersFiles !== null
  return {
    fs: { readTextFile: offersFiles, writeTextFile: offersFiles },
    terminal: false,
    // The client runs no login in a terminal, but agents offer such methods only to clients with this capability, and
    // the user is shown the command.
    auth: { terminal: true },
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    subagents: {},
    ...elicitation,
    ...plans(client),
    // Always, since only the answer tells which agent it is; others ignore what is in `_meta`.
    _meta: { 'github.com/copilot': { events: copilotEvents } },
  }
}

// Also where nobody can be asked, and the answer is `decline`: an agent that may not ask approves its own plan.
const elicitation = { elicitation: { form: {}, url: {} } } as const

/** Two names for one capability: agents know either the older or the newer one. */
function plans({ advertisesPlans }: ClientDescription): object {
  return advertisesPlans ? { plan: {}, planCapabilities: {} } : {}
}

export interface InitializeOptions {
  readonly requestedVersion: RequestedVersion
  readonly client: ClientDescription
  readonly ask: Ask
  /** The state that the interpreter derives from the answers. */
  readonly known: Pick<KnownExchange, 'initializeAnswer' | 'authMethods'>
}

export interface Initialized {
  readonly version: ProtocolVersion
  readonly agent: InitializeAnswer['agent']
}

/**
 * Sends `initialize` and agrees on a version, with one or two requests. https://agentclientprotocol.com/protocol/initialization
 */
export async function initialize(options: InitializeOptions): Promise<Result<Initialized, LinkEnd>> {
  const { requestedVersion, client, ask, known } = options
  const outcome = await ask('initialize', initializeParams(requestedVersion, client))
  // Agents that do not know version 2 may answer with any error, so version 1 is always tried.
  if (!outcome.ok && requestedVersion === 'best') return await initialize({ ...options, requestedVersion: 1 })
  if (!outcome.ok) return fail(refusal('initialize', outcome.error, known.authMethods))
  const answer = known.initializeAnswer
  if (answer === null)
    return fail(protocolError(`it answered initialize with ${excerpt(outcome.value)} instead of an object`))
  if (outcome.ok && isOtherServer(outcome.value))
    return fail(protocolError('it answered initialize as a server of MCP or LSP does, with serverInfo'))
  const version = checkVersion(answer.protocolVersion, requestedVersion)
  return version.ok ? ok({ version: version.value, agent: answer.agent }) : version
}

function checkVersion(answer: unknown, requestedVersion: RequestedVersion): Result<ProtocolVersion, LinkEnd> {
  const highest = requestedVersion === 'best' ? 2 : requestedVersion
  if (answer === 1 && requestedVersion === 2) {
    const message = 'the agent supports only version 1 of the protocol, but version 2 was requested'
    return fail({ kind: 'refused', method: 'initialize', code: null, message })
  }
  if ((answer === 1 || answer === 2) && answer <= highest) return ok(answer)
  const found = `with protocolVersion ${excerpt(answer)}`
  return fail(
    protocolError(`it answered initialize ${found}; ${highest} was requested, and 1 and 2 are supported`),
  )
}

function protocolError(text: string): LinkEnd {
  return { kind: 'broke-protocol', text }
}

function excerpt(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? `the string “${excerptOf(value)}”` : excerptOf(value)
}

/** How the connection ends after an error before the first session; `methods` are the auth methods that the agent listed last. */
export function refusal(method: string, error: Refused, methods: readonly AuthMethod[]): LinkEnd {
  const message = rpcErrorText(error)
  if (error.code !== rpcCodes.authRequired) return { kind: 'refused', method, code: error.code, message }
  const wanted = { kind: 'wants-authentication', methods } as const
  return genericMessage.test(message) ? wanted : { ...wanted, message }
}

/** An error message that repeats the error code's meaning: not shown to users. */
const genericMessage = /^\s*(?:auth(?:entication|orization)?[ _-]?(?:is )?required\.?)?\s*$/i

/** A request that the agent refused, or that was not sent since the agent would refuse it. */
export interface FailedRequest {
  readonly method: string
  readonly error: Refused
}

/**
 * Authenticates by a listed method of type `agent`; others fail without a request. Returns the failure; null on success.
 * https://agentclientprotocol.com/protocol/authentication
 */
export async function requestLogin(
  wire: Pick<AgentWire, 'version' | 'ask'>,
  methodId: string,
  methods: readonly AuthMethod[],
): Promise<FailedRequest | null> {
  const rpcMethod = wire.version === 1 ? 'authenticate' : 'auth/login'
  const reason = reasonNotAllowed(methodId, methods)
  if (reason !== null) return { method: rpcMethod, error: { code: null, message: reason } }
  const outcome = await wire.ask(rpcMethod, { methodId })
  return outcome.ok ? null : { method: rpcMethod, error: outcome.error }
}

function reasonNotAllowed(methodId: string, methods: readonly AuthMethod[]): string | null {
  const authMethod = methods.find(({ id }) => id === methodId)
  if (authMethod === undefined) {
    const known = methods.map(({ id }) => id).join(', ')
    return known === ''
      ? `the agent offers no login, so “${methodId}” cannot be chosen`
      : `the agent has no login “${methodId}”; it has ${known}`
  }
  return authMethod.how.type === 'agent' ? null : `the agent does not handle the login “${methodId}” itself`
}
