import type { ResultFormat } from './result-format.ts'

export const md: ResultFormat = {
  ending: 'md',
  aliases: ['markdown'],
  description: 'the plans as markdown',
  hasWholeTexts: true,
  options: [{ history: 'also what changed, and when' }, 'at', 'ascii', 'title'],
  createExporter: async (parts) => (await import('../markdown-exporter.ts')).markdownExporter(parts),
}
