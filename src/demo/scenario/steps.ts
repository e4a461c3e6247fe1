import type { JsonObject } from '../../protocol/wire/message.ts'
import type { DemoStep, PlanRef, ToolKind } from './scenario.ts'

/** The folder of the pretended project. Nothing is read or written there. */
export const projectRoot = '/demo/parser'

export function wait(seconds: number): DemoStep {
  return { type: 'wait', ms: Math.round(seconds * 1000) }
}

export function say(text: string): DemoStep {
  return { type: 'say', text }
}

export interface ToolCall {
  readonly id: string
  readonly kind: ToolKind
  readonly title: string
  /** Relative to the pretended project. */
  readonly path?: string
  readonly rawInput?: JsonObject
  readonly output: string
  readonly status?: 'completed' | 'failed'
}

/** A tool call that runs for some seconds, or during some steps. */
export function tool(call: ToolCall, during: number | readonly DemoStep[]): readonly DemoStep[] {
  const { id, kind, title, output } = call
  return [
    {
      type: 'tool-start',
      toolCallId: id,
      title,
      kind,
      ...(call.path === undefined ? {} : { path: `${projectRoot}/${call.path}` }),
      ...(call.rawInput === undefined ? {} : { rawInput: call.rawInput }),
    },
    ...(typeof during === 'number' ? [wait(during)] : during),
    { type: 'tool-finish', toolCallId: id, status: call.status ?? 'completed', output },
  ]
}

/** A markdown plan that is sent again and again, each time with `pieceLength` more characters. */
export function streamMarkdown(
  plan: PlanRef,
  content: string,
  pace: { readonly pieceLength: number; readonly seconds: number },
): readonly DemoStep[] {
  // Characters and not code units: half an emoji is an attack, and those are in the scenario `hostile`.
  const characters = Array.from(content)
  const steps: DemoStep[] = []
  for (let end = pace.pieceLength; ; end += pace.pieceLength) {
    steps.push(markdown(plan, characters.slice(0, end).join('')))
    if (end >= characters.length) break
    steps.push(wait(pace.seconds))
  }
  return steps
}

export function markdown(plan: PlanRef, content: string): DemoStep {
  return { type: 'plan', plan, body: { type: 'markdown', content } }
}

/** The text with its first `count` empty task boxes checked. */
export function tickBoxes(text: string, count: number): string {
  let left = count
  return text.replaceAll('- [ ]', (box) => (left-- > 0 ? '- [x]' : box))
}
