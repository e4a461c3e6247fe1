import { readFileSync } from 'node:fs'
import esbuild from 'esbuild'

// What a report embeds, as modules with a `text`: its style (`*.css`), and its script (`*.ts?script`) with all that it imports.

const wanted = /\.css$|\.ts\?script$/
const options = {
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  target: 'es2023',
  logLevel: 'warning',
}

async function moduleOf(file) {
  return `export const text = ${JSON.stringify(await (file.endsWith('.css') ? styleIn(file) : scriptIn(file)))}`
}

async function styleIn(file) {
  const { code } = await esbuild.transform(readFileSync(file, 'utf8'), { ...options, loader: 'css' })
  return code.trim()
}

/** A script ends where `</script` stands in it, wherever that is. */
async function scriptIn(file) {
  const entryPoints = [file.replace(/\?script$/, '')]
  const { outputFiles } = await esbuild.build({
    ...options,
    entryPoints,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  })
  return outputFiles[0].text.trim().replaceAll(/<(?=\/script|!--)/gi, '\\x3C')
}

/** For esbuild. */
export const embeddedTexts = {
  name: 'embedded-texts',
  setup(build) {
    build.onResolve({ filter: /\?script$/ }, async ({ path: name, resolveDir }) => {
      const { path: file } = await build.resolve(name.replace(/\?script$/, ''), {
        resolveDir,
        kind: 'import-statement',
      })
      return { path: file, suffix: '?script', namespace: 'embedded-script' }
    })
    build.onLoad({ filter: /./, namespace: 'embedded-script' }, async ({ path: file }) => ({
      contents: await moduleOf(`${file}?script`),
      loader: 'js',
    }))
    build.onLoad({ filter: /\.css$/ }, async ({ path: file }) => ({
      contents: await moduleOf(file),
      loader: 'js',
    }))
  },
}

/** The same for vitest: it has uses of its own for the names of style sheets. */
export const embeddedTextsForTests = {
  name: 'embedded-texts',
  enforce: 'pre',
  async resolveId(name, importer) {
    if (importer === undefined || !wanted.test(name)) return undefined
    const found = await this.resolve(name.replace(/\?script$/, ''), importer, { skipSelf: true })
    return found === null
      ? undefined
      : `\0embedded:${found.id}${name.endsWith('?script') ? '?script' : ''}.js`
  },
  load: (id) => (id.startsWith('\0embedded:') ? moduleOf(id.slice('\0embedded:'.length, -3)) : undefined),
}
