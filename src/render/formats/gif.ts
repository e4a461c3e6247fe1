import { movingOptions, screenOptions, type ResultFormat } from './result-format.ts'

export const gif: ResultFormat = {
  ending: 'gif',
  meantBy: ['webp', 'apng', 'mp4', 'webm'],
  is: 'an animated picture',
  hasWholeTexts: false,
  hears: ['still', ...movingOptions, 'theme', ...screenOptions],
  make: async (parts) =>
    await parts.filmOrStill(async () => (await import('../../outputs/pictures/gif.ts')).openGif),
}
