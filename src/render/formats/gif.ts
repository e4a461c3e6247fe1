import { animationOptions, drawnOptions, screenOptions, type ResultFormat } from './result-format.ts'

export const gif: ResultFormat = {
  ending: 'gif',
  suggestedFor: ['webp', 'apng', 'mp4', 'webm'],
  description: 'an animated picture',
  isScreenCapture: true,
  options: ['still', ...animationOptions, ...drawnOptions, ...screenOptions],
  createExporter: async (parts) =>
    await parts.animationOrStill(async () => (await import('../../outputs/pictures/gif.ts')).openGif),
}
