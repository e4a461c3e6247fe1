import { animationOptions, drawnOptions, screenOptions, type ResultFormat } from './result-format.ts'

export const svg: ResultFormat = {
  ending: 'svg',
  suggestedFor: [],
  description: 'an animated picture with real text',
  isScreenCapture: true,
  options: ['still', ...animationOptions, ...drawnOptions, ...screenOptions],
  createExporter: async (parts) =>
    await parts.animationOrStill(async () => (await import('../../outputs/pictures/svg.ts')).openSvg),
}
