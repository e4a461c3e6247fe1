import { movingOptions, screenOptions, type ResultFormat } from './result-format.ts'

export const cast: ResultFormat = {
  ending: 'cast',
  meantBy: [],
  is: 'a terminal recording, for asciinema',
  hasWholeTexts: false,
  hears: ['cast-version', ...movingOptions, 'theme', ...screenOptions],
  make: async (parts) =>
    await parts.film(async () => (await import('../../outputs/pictures/cast.ts')).openCast),
}
