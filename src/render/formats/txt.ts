import type { LoadPicture } from '../exporter.ts'
import { screenOptions, type ResultFormat } from './result-format.ts'

export const txt: ResultFormat = {
  ending: 'txt',
  aliases: ['text', 'log'],
  description: 'the screen as text',
  hasWholeTexts: false,
  options: ['at', { history: 'every screen' }, ...screenOptions],
  async createExporter(parts) {
    const load: LoadPicture = async () => (await import('../../outputs/pictures/txt.ts')).openTxt
    return parts.options.showsHistory ? await parts.everyScreen(load) : await parts.still(load, ['at'])
  },
}
