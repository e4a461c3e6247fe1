import { attributesOf, otlpBody, otlpPiece, type Span } from '../../outputs/otlp/otlp-messages.ts'
import { TurnSpans } from '../../outputs/otlp/turn-spans.ts'
import type { Exporter, ExporterParts } from './result-format.ts'

/** The turns as traces without texts: those that `--otlp-traces` sends, in one request. */
export function otlpExporter({ sink, clock, version }: ExporterParts, isJson: boolean): Exporter {
  const turns = new TurnSpans(null)
  const spans: Span[] = []
  let hasBegun = false
  return {
    captures: null,
    begin: () => void (hasBegun = true),
    onEvent(event, after, before) {
      const found = turns.onEvent(event, [after, before], clock.wallMs() - clock.nowMs())
      if (hasBegun) spans.push(...found)
    },
    end() {
      const format = { signal: 'traces', isJson } as const
      const resource = attributesOf({ 'service.name': 'acp-plan-tui', 'service.version': version })
      const pieces = spans.map((span) => otlpPiece(format, span))
      sink.write(otlpBody(format, pieces, { resource, version }))
      if (isJson) sink.write('\n')
    },
  }
}
