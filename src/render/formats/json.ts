import type { ResultFormat } from './result-format.ts'

export const json: ResultFormat = {
  ending: 'json',
  suggestedFor: ['ndjson', 'jsonl'],
  description: 'the events, as --format json writes them',
  isScreenCapture: false,
  options: [],
  createExporter: async (parts) => (await import('./json-exporter.ts')).jsonExporter(parts),
}
