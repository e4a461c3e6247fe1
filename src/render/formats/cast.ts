import { animationOptions, screenOptions, type ResultFormat } from './result-format.ts'

export const cast: ResultFormat = {
  ending: 'cast',
  suggestedFor: [],
  description: 'a terminal recording, for asciinema',
  isScreenCapture: true,
  options: ['cast-version', ...animationOptions, 'theme', ...screenOptions],
  createExporter: async (parts) =>
    await parts.animation(async () => (await import('../../outputs/pictures/cast.ts')).openCast),
}
