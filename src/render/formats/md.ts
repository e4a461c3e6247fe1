import type { ResultFormat } from './result-format.ts'

export const md: ResultFormat = {
  ending: 'md',
  suggestedFor: ['markdown'],
  description: 'the plans as markdown',
  isScreenCapture: false,
  options: [{ option: 'history', help: 'also what changed, and when' }, 'at', 'ascii', 'title'],
  createExporter: async (parts) => (await import('./markdown-exporter.ts')).markdownExporter(parts),
}
