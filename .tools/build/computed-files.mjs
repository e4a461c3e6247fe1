import { Buffer } from 'node:buffer'
import path from 'node:path'
import esbuild from 'esbuild'

/** The JSON Schemas of the package, of what the program writes and reads. */
export const publishedSchemas = 'src/cli/published-schemas.ts'

/** The man page of the package. */
export const manPage = 'src/cli/man-page.ts'

/** The published schemas and the man page as files of `dist`, computed here so that their users need no library. */
export async function computedFiles(root, dist, version) {
  const { publishedSchemas: schemas } = await imported(root, publishedSchemas)
  const page = await imported(root, manPage)
  return [
    ...Object.entries(schemas).map(([name, schema]) => ({
      path: path.join(dist, name),
      contents: `${JSON.stringify(schema, null, 2)}\n`,
    })),
    { path: path.join(dist, 'acp-plan-tui.1'), contents: page.manPage(version) },
  ]
}

/** Commands import late what they run, which nothing here does. */
const withoutLateParts = {
  name: 'without-late-parts',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path: wanted, kind }) =>
      kind === 'dynamic-import' ? { path: wanted, external: true } : null,
    )
  },
}

async function imported(root, entry) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
    plugins: [withoutLateParts],
  })
  const code = Buffer.from(outputFiles[0].contents).toString('base64')
  return await import(`data:text/javascript;base64,${code}`)
}
