import type { ResultFormat } from './result-format.ts'

export const json: ResultFormat = {
  ending: 'json',
  meantBy: ['ndjson', 'jsonl'],
  is: 'the events, as --format json writes them',
  hasWholeTexts: true,
  hears: [],
  make: async (parts) => (await import('../json-exporter.ts')).jsonMaker(parts),
}
