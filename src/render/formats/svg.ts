import { movingOptions, screenOptions, type ResultFormat } from './result-format.ts'

export const svg: ResultFormat = {
  ending: 'svg',
  meantBy: [],
  is: 'an animated picture with real text',
  hasWholeTexts: false,
  hears: ['still', ...movingOptions, 'theme', ...screenOptions],
  make: async (parts) =>
    await parts.filmOrStill(async () => (await import('../../outputs/pictures/svg.ts')).openSvg),
}
