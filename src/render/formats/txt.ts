import type { LoadPicture } from '../exporter.ts'
import { screenOptions, type ResultFormat } from './result-format.ts'

export const txt: ResultFormat = {
  ending: 'txt',
  meantBy: ['text', 'log'],
  is: 'the screen as text',
  hasWholeTexts: false,
  hears: ['at', { history: 'every screen' }, ...screenOptions],
  async make(parts) {
    const load: LoadPicture = async () => (await import('../../outputs/pictures/txt.ts')).openTxt
    return parts.options.showsHistory ? await parts.everyScreen(load) : await parts.still(load, ['at'])
  },
}
