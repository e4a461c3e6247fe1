import type { DemoFolder } from '../../src/demo/folder.ts'
import type { Stage } from '../../src/demo/player.ts'
import type { DemoQuestion } from '../../src/demo/scenario.ts'
import type { ProtocolVersion } from '../../src/demo/updates.ts'

export type Played =
  | { readonly type: 'update'; readonly update: unknown }
  | { readonly type: 'ask'; readonly question: DemoQuestion }
  | { readonly type: 'complain'; readonly text: string }
  | { readonly type: 'file'; readonly action: 'write' | 'replace' | 'delete'; readonly file: string }

export interface RecordingStage extends Stage {
  readonly played: readonly Played[]
  /** The sum of all waits: the clock of this stage. */
  elapsedMs(): number
}

export interface StageBehaviour {
  readonly version?: ProtocolVersion
  /** Chooses an option; the last one unless it is given. */
  readonly answer?: (question: DemoQuestion) => string | null
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
  return {
    played,
    elapsedMs: () => elapsedMs,
    version: behaviour.version ?? 1,
    folder,
    update: async (update) => void played.push({ type: 'update', update }),
    async ask(question) {
      played.push({ type: 'ask', question })
      return behaviour.answer ? behaviour.answer(question) : (question.options.at(-1)?.id ?? null)
    },
    wait: async (ms) => void (elapsedMs += ms),
    isCancelled: () => elapsedMs >= (behaviour.cancelledAtMs ?? Infinity),
    messageId: () => `message-${++messages}`,
    complain: (text) => void played.push({ type: 'complain', text }),
  }
}
