const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(11)
const owner = (input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? 'acp-plan-tui'

/** The files of the bundle: size as written (`sizes`, by file), late imports, and the biggest packages before they are written. */
export function sizeReport(outputs, sizes) {
  const lines = []
  const bySize = ([one], [other]) => sizes.get(other) - sizes.get(one)
  for (const [file, { inputs, imports, entryPoint }] of Object.entries(outputs).sort(bySize)) {
    const packages = new Map()
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      packages.set(owner(input), (packages.get(owner(input)) ?? 0) + bytesInOutput)
    }
    lines.push(`${kib(sizes.get(file))}  ${file}${entryPoint === undefined ? '' : `  (${entryPoint})`}`)
    for (const [name, size] of [...packages].sort((a, b) => b[1] - a[1]).slice(0, 8)) {
      lines.push(`${kib(size)}    ${name}`)
    }
    const lazy = imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external)
    for (const { path } of lazy) lines.push(`${' '.repeat(11)}    later: ${path}`)
  }
  return lines.join('\n')
}
