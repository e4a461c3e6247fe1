import type { ResultFormat } from './result-format.ts'

export const md: ResultFormat = {
  ending: 'md',
  meantBy: ['markdown'],
  is: 'the plans as markdown',
  hasWholeTexts: true,
  hears: [{ history: 'also what changed when' }, 'at', 'ascii', 'title'],
  make: async (parts) => (await import('../markdown-exporter.ts')).markdownMaker(parts),
}
