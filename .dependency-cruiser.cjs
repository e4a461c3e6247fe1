// Who may import whom: lib <- protocol <- plans <- app <- { agent | sources | outputs | ui | demo | terminal } <- { tap | shows <- { run | attach | replay <- render } } <- cli.
// system stands beside the layers: what all from the adapters on ask of the machine in one way.
const layers = ['lib', 'protocol', 'plans', 'app']
const system = 'system'
const adapters = ['agent', 'sources', 'outputs', 'ui', 'demo', 'terminal']
// Each joins adapters, and may use the rooms named behind it. Only these and cli join adapters.
const joining = {
  tap: [],
  shows: [],
  run: ['shows'],
  attach: ['shows'],
  replay: ['shows'],
  render: ['replay'],
}
// What only computes: no I/O, no components. Of the screen that is all but its entry and what talks to Ink.
const computedScreen = '^src/ui/[^/]+/'
const impureScreen = '^src/ui/ink/'
const pure = { path: ['^src/(lib|protocol|plans|app)/', computedScreen], pathNot: impureScreen }
const screenPackages = '(^|/)node_modules/(ink|react-reconciler)/'
const reactPackages = '(^|/)node_modules/(react|react-dom)/'
const sdk = '(^|/)node_modules/@agentclientprotocol/sdk/'

/** A layer may use itself and what stands before it. */
function inwardOnly(layer, index) {
  return {
    name: `${layer}-imports-inward`,
    comment: `${layer} may import ${layers.slice(0, index + 1).join(', ')} only`,
    severity: 'error',
    from: { path: `^src/${layer}/` },
    to: { path: '^(src|test|bin)/', pathNot: `^src/(${layers.slice(0, index + 1).join('|')})/` },
  }
}

function adapterAlone(adapter) {
  return {
    name: `${adapter}-imports-inward`,
    comment: `${adapter} may import ${layers.join(', ')}, ${system} and itself; only ${Object.keys(joining).join(', ')} and cli join adapters`,
    severity: 'error',
    from: { path: `^src/${adapter}/` },
    to: { path: '^(src|test|bin)/', pathNot: `^src/(${[...layers, system, adapter].join('|')})/` },
  }
}

function joinsAdapters([room, others]) {
  const allowed = [...layers, system, ...adapters, ...others, room]
  return {
    name: `${room}-imports-inward`,
    comment: `${room} may import ${allowed.join(', ')} only`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: '^(src|test|bin)/', pathNot: `^src/(${allowed.join('|')})/` },
  }
}

module.exports = {
  forbidden: [
    ...layers.map(inwardOnly),
    ...adapters.map(adapterAlone),
    ...Object.entries(joining).map(joinsAdapters),
    {
      name: 'system-imports-lib',
      comment: 'system may import lib only',
      severity: 'error',
      from: { path: `^src/${system}/` },
      to: { path: '^(src|test|bin)/', pathNot: `^src/(lib|${system})/` },
    },
    {
      name: 'known-folders',
      comment: 'a new folder of src needs its place in the order',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: `^src/(${[...layers, system, ...adapters, ...Object.keys(joining), 'cli'].join('|')})/`,
      },
      to: {},
    },
    {
      name: 'src-never-imports-test',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bin|\\.tools|dist)/' },
    },
    {
      name: 'pure-does-no-io',
      comment: 'the inner layers and the screen’s rows and keys compute; what they need comes in as values',
      severity: 'error',
      from: pure,
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(buffer|path|string_decoder|url|util)$' },
    },
    {
      name: 'pure-draws-nothing',
      severity: 'error',
      from: pure,
      to: { path: '(^|/)node_modules/(ink|react|react-dom|react-reconciler|chokidar|commander|ws)/' },
    },
    {
      name: 'pure-knows-no-view',
      comment: 'rows are made before Ink is asked',
      severity: 'error',
      from: pure,
      to: { path: ['^src/.*\\.tsx$', impureScreen] },
    },
    {
      name: 'keys-after-the-first-frame',
      comment:
        'what keys do is loaded with Ink: only what acts on keys and clicks imports it, and the controller its types',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/ui/(input/|stack/(act|act-with-pointer|second-click|screen-controller)\\.ts$)',
      },
      to: { path: '^src/ui/input/' },
    },
    {
      name: 'ink-in-ui-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/ui/' },
      to: { path: screenPackages },
    },
    {
      name: 'react-in-ui-and-reports-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(ui|outputs/report)/' },
      to: { path: reactPackages },
    },
    {
      name: 'the-browser-has-no-program',
      comment: 'what runs in the page of a report is bundled into it: only what computes, and is small',
      severity: 'error',
      from: { path: '^src/outputs/report/browser/' },
      to: { path: '^src/', pathNot: '^src/(lib|plans|outputs/report)/' },
    },
    {
      name: 'sdk-at-the-edge',
      comment: 'we own the bytes; the SDK is only a peer for requests',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(agent|demo|sources)/' },
      // Its JSON Schemas are data.
      to: { path: sdk, pathNot: '/sdk/schema/' },
    },
    {
      name: 'agents-are-not-waited-for',
      comment: 'the SDK and zod take longer to load than most agents need to answer',
      severity: 'error',
      from: { path: '^src/(agent|sources/spawned)/' },
      to: { path: [sdk, '(^|/)node_modules/zod/'] },
    },
    { name: 'no-circles', severity: 'error', from: { path: '^(src|test)/' }, to: { circular: true } },
    { name: 'no-dead-ends', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'only-listed-packages',
      comment: 'a package that package.json does not list is somebody else’s dependency',
      severity: 'error',
      from: { path: '^(src|test)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-optional', 'npm-peer'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // What is planted stands among src/ where it is tried, and lacks that here.
    exclude: { path: '^(dist|test/planted/[^/]+/src)/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
