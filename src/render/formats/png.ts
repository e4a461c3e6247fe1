import { screenOptions, type ResultFormat } from './result-format.ts'

export const png: ResultFormat = {
  ending: 'png',
  meantBy: ['jpg', 'jpeg'],
  is: 'a picture of the end',
  hasWholeTexts: false,
  // `--at` means the same here, for who renders a text of that moment too.
  hears: ['still', 'theme', ...screenOptions, 'at'],
  make: async (parts) =>
    await parts.still(async () => (await import('../../outputs/pictures/png.ts')).openPng, ['still', 'at']),
}
