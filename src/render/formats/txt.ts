import type { LoadPicture } from './exporter.ts'
import { screenOptions, type ResultFormat } from './result-format.ts'

export const txt: ResultFormat = {
  ending: 'txt',
  suggestedFor: ['text', 'log'],
  description: 'the screen as text',
  isScreenCapture: true,
  options: ['at', { option: 'history', help: 'every screen' }, ...screenOptions],
  async createExporter(parts) {
    const load: LoadPicture = async () => (await import('../../outputs/pictures/txt.ts')).openTxt
    return parts.options.showsHistory ? await parts.everyScreen(load) : await parts.still(load, ['at'])
  },
}
