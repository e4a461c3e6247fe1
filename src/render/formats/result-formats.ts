import {
  type LoadPicture,
  animationOptions,
  drawnOptions,
  screenOptions,
  type ResultFormat,
} from './result-format.ts'

const cast: ResultFormat = {
  ending: 'cast',
  suggestedFor: [],
  description: 'a terminal recording, for asciinema',
  isScreenCapture: true,
  options: [...animationOptions, 'theme', ...screenOptions],
  createExporter: async (parts) =>
    await parts.animation(async () => (await import('../../outputs/pictures/cast.ts')).openCast),
}

const svg: ResultFormat = {
  ending: 'svg',
  suggestedFor: [],
  description: 'an animated picture with real text',
  isScreenCapture: true,
  options: ['still', ...animationOptions, ...drawnOptions, ...screenOptions],
  createExporter: async (parts) =>
    await parts.animationOrStill(async () => (await import('../../outputs/pictures/svg.ts')).openSvg),
}

const gif: ResultFormat = {
  ending: 'gif',
  suggestedFor: ['webp', 'apng', 'mp4', 'webm'],
  description: 'an animated picture',
  isScreenCapture: true,
  options: ['still', ...animationOptions, ...drawnOptions, ...screenOptions],
  createExporter: async (parts) =>
    await parts.animationOrStill(async () => (await import('../../outputs/pictures/gif.ts')).openGif),
}

const png: ResultFormat = {
  ending: 'png',
  suggestedFor: ['jpg', 'jpeg'],
  description: 'a picture of the end',
  isScreenCapture: true,
  // `--at` means the same as `--still` here: one command line can render a text of that moment too.
  options: ['still', ...drawnOptions, ...screenOptions, 'at'],
  createExporter: async (parts) =>
    await parts.still(async () => (await import('../../outputs/pictures/png.ts')).openPng, ['still', 'at']),
}

const txt: ResultFormat = {
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

const md: ResultFormat = {
  ending: 'md',
  suggestedFor: ['markdown'],
  description: 'the plans as markdown',
  isScreenCapture: false,
  options: [{ option: 'history', help: 'also what changed, and when' }, 'at', 'ascii', 'title'],
  createExporter: async (parts) => (await import('./markdown-exporter.ts')).markdownExporter(parts),
}

const html: ResultFormat = {
  ending: 'html',
  suggestedFor: ['htm'],
  description: 'a report to read in a browser',
  isScreenCapture: false,
  options: ['title', 'at'],
  createExporter: async (parts) => (await import('./html-exporter.ts')).htmlExporter(parts),
}

const json: ResultFormat = {
  ending: 'json',
  suggestedFor: ['ndjson', 'jsonl'],
  description: 'the events, as of --format json',
  isScreenCapture: false,
  options: [],
  createExporter: async (parts) => (await import('./json-exporter.ts')).jsonExporter(parts),
}

const otlpJson: ResultFormat = {
  ending: 'otlp.json',
  suggestedFor: ['otlp'],
  description: 'turns as traces for OpenTelemetry',
  isScreenCapture: false,
  options: [],
  createExporter: async (parts) => (await import('./otlp-exporter.ts')).otlpExporter(parts, true),
}

const otlpProtobuf: ResultFormat = {
  ending: 'otlp.pb',
  suggestedFor: ['pb', 'protobuf'],
  description: 'the same in protobuf',
  isScreenCapture: false,
  options: [],
  createExporter: async (parts) => (await import('./otlp-exporter.ts')).otlpExporter(parts, false),
}

/** All formats of `render`, in the order of the help. */
export const resultFormats: readonly ResultFormat[] = Object.values({
  cast,
  svg,
  gif,
  png,
  txt,
  md,
  html,
  json,
  otlpJson,
  otlpProtobuf,
})
