import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import esbuild from 'esbuild'

/** What is smaller is cheaper to load for nothing than to find, open and link. */
const smallBytes = 16 * 1024
const lateImport = /\bimport\(\s*'(\.[^']+)'\s*\)/g

/**
 * Builds with few files to load. esbuild makes one for each set of entry points that share modules, and each `import()` is an
 * entry point: the program would load 73 files before it shows its first plan, at 0.4 ms each and more. So whatever is imported late is
 * told, by an import at its end, that `core` is there already, and so are the small things which `first` share with others, the late
 * modules of every start: then these are shared by the same entry points, in two files. What lies in `apart` belongs to another program as
 * well, which does without them.
 */
export async function buildFewFiles(options, { root, core, first, apart }) {
  const late = lateModules(root, apart)
  const told = (also) => ({
    ...options,
    plugins: [
      ...options.plugins,
      importing(
        late,
        [core, ...also].map((file) => path.join(root, file)),
      ),
    ],
  })
  const { metafile } = await esbuild.build({ ...told([]), write: false, metafile: true })
  return await esbuild.build(told(smallShared(metafile.outputs, first, apart)))
}

/** Modules in small files that are no entry points, and are loaded for one of these. */
function smallShared(outputs, first, apart) {
  const entries = Object.values(outputs).filter(({ entryPoint }) => first.includes(entryPoint))
  return loadedWith(entries, outputs)
    .filter(({ entryPoint, bytes }) => entryPoint === undefined && bytes < smallBytes)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((input) => input.startsWith('src/') && !apart.some((folder) => input.startsWith(`${folder}/`)))
    .toSorted()
}

/** With all that they import, but late. */
function loadedWith(entries, outputs) {
  const loaded = new Set()
  const add = (output) => {
    if (loaded.has(output)) return
    loaded.add(output)
    for (const { path: file, kind } of output.imports)
      if (kind === 'import-statement' && outputs[file] !== undefined) add(outputs[file])
  }
  entries.forEach(add)
  return [...loaded]
}

function importing(late, files) {
  const imports = files.map((file) => `import ${JSON.stringify(file)}\n`).join('')
  return {
    name: 'few-files',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path: file }) =>
        late.has(file)
          ? { contents: `${readFileSync(file, 'utf8')}\n${imports}`, loader: path.extname(file).slice(1) }
          : undefined,
      )
    },
  }
}

/** The program's modules that are imported late. */
function lateModules(root, apart) {
  const late = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap(({ parentPath, name }) => {
      const text = readFileSync(path.join(parentPath, name), 'utf8')
      return Array.from(text.matchAll(lateImport), ([, specifier]) => path.resolve(parentPath, specifier))
    })
  return new Set(
    late.filter((file) => !apart.some((folder) => file.startsWith(path.join(root, folder, path.sep)))),
  )
}
