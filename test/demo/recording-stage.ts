import type { Outcome, TurnContext } from '../../src/demo/script/playing/scene.ts'
import type { DemoFolder } from '../../src/demo/host/demo-process.ts'
import type { JsonObject, ProtocolVersion } from '../../src/protocol/wire/message.ts'
import type { Elicitation, PermissionQuestion } from '../../src/demo/script/playing/updates.ts'

export type Played =
  | { readonly type: 'update'; readonly update: unknown }
  | { readonly type: 'ask'; readonly question: PermissionQuestion }
  | { readonly type: 'elicit'; readonly elicitation: Elicitation }
  | { readonly type: 'request'; readonly method: string; readonly params: JsonObject }
  | { readonly type: 'complete'; readonly elicitationId: string }
  | { readonly type: 'set'; readonly id: string; readonly value: string | boolean }
  | { readonly type: 'stderr'; readonly text: string }
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'file'; readonly action: 'write' | 'replace' | 'delete'; readonly file: string }

export interface RecordingStage extends TurnContext {
  readonly played: readonly Played[]
  /** The sum of all waits: the clock of this stage. */
  elapsedMs(): number
}

export interface StageBehaviour {
  readonly version?: ProtocolVersion
  /** Chooses an option; the last one unless it is given. null: cancels. `too-late`: nobody answers. */
  readonly answer?: (question: PermissionQuestion) => string | null
  /** Fills in forms and opens pages; nothing is accepted unless it is given. */
  readonly fill?: (elicitation: Elicitation) => JsonObject | null
  /** Answers requests of an agent's own; they are refused unless it is given. */
  readonly outcome?: (method: string, params: JsonObject) => Outcome
  /** The turn counts as cancelled from this time on. */
  readonly cancelledAtMs?: number
}

/** A stage without a wire or a clock: it writes down what was played, and time passes only by its waits. */
export function recordingStage(behaviour: StageBehaviour = {}): RecordingStage {
  const played: Played[] = []
  let elapsedMs = 0
  let messages = 0
  const note = (action: 'write' | 'replace' | 'delete') => (file: string) =>
    void played.push({ type: 'file', action, file })
  const folder: DemoFolder = {
    uri: (file) => `file:///folder/${encodeURIComponent(file)}`,
    write: note('write'),
    replace: note('replace'),
    delete: note('delete'),
    remove: () => undefined,
  }
  const stage: RecordingStage = {
    played,
    elapsedMs: () => elapsedMs,
    sessionId: 'session',
    version: behaviour.version ?? 1,
    capabilities: {
      forms: true,
      urls: true,
      subagents: true,
      booleans: true,
      notices: true,
      terminalLogins: true,
    },
    folder,
    pieceLength: 24,
    update: async (update) => void played.push({ type: 'update', update }),
    async ask(question, withinMs) {
      played.push({ type: 'ask', question })
      const optionId = behaviour.answer ? behaviour.answer(question) : (question.options.at(-1)?.id ?? null)
      if (optionId === null) return { type: 'cancelled' }
      if (optionId !== 'too-late') return { type: 'selected', optionId }
      elapsedMs += withinMs ?? Infinity
      return { type: 'too-late' }
    },
    async elicit(elicitation) {
      played.push({ type: 'elicit', elicitation })
      return behaviour.fill?.(elicitation) ?? null
    },
    async request(method, params) {
      played.push({ type: 'request', method, params })
      return behaviour.outcome?.(method, params) ?? { outcome: 'refused', fields: {} }
    },
    complete: async (elicitationId) => void played.push({ type: 'complete', elicitationId }),
    set: async (id, value) => void played.push({ type: 'set', id, value }),
    subagent: (name) => ({ ...stage, sessionId: `session-${name}` }),
    wait: async (ms) => void (elapsedMs += ms),
    isCancelled: () => elapsedMs >= (behaviour.cancelledAtMs ?? Infinity),
    messageId: () => `message-${++messages}`,
    writeStderr: (text) => void played.push({ type: 'stderr', text }),
    line: async (text) => void played.push({ type: 'line', text }),
  }
  return stage
}
