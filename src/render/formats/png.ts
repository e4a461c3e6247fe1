import { drawnOptions, screenOptions, type ResultFormat } from './result-format.ts'

export const png: ResultFormat = {
  ending: 'png',
  suggestedFor: ['jpg', 'jpeg'],
  description: 'a picture of the end',
  isScreenCapture: true,
  // `--at` means the same as `--still` here: one command line can render a text of that moment too.
  options: ['still', ...drawnOptions, ...screenOptions, 'at'],
  createExporter: async (parts) =>
    await parts.still(async () => (await import('../../outputs/pictures/png.ts')).openPng, ['still', 'at']),
}
