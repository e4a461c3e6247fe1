import type { ResultFormat } from './result-format.ts'

export const json: ResultFormat = {
  ending: 'json',
  aliases: ['ndjson', 'jsonl'],
  description: 'the events, as --format json writes them',
  hasWholeTexts: true,
  options: [],
  createExporter: async (parts) => (await import('../json-exporter.ts')).jsonExporter(parts),
}
