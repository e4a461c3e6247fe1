import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lockfile {
  readonly packages: Record<string, LockedPackage>
}

interface LockedPackage {
  readonly resolved?: string
  readonly optionalDependencies?: Record<string, string>
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

test('the lockfile names no registry, so that every registry will do', () => {
  const packages = Object.entries((read('package-lock.json') as Lockfile).packages)
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('the lockfile has the packages of every platform, without which npm ci refuses it', () => {
  const { packages } = read('package-lock.json') as Lockfile
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  const locked = new Set(Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, '')))
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter((name) => !locked.has(name))).toEqual([])
})

test('everything is bundled: the package itself depends on nothing', () => {
  const { dependencies, peerDependencies, optionalDependencies } = read('package.json') as Record<
    string,
    unknown
  >
  expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({})
})

test('what the bundle is tuned to is pinned exactly', () => {
  const { devDependencies } = read('package.json') as { devDependencies: Record<string, string> }
  const pinned = ['ink', 'react', '@agentclientprotocol/sdk', 'marked-terminal'].map(
    (name) => devDependencies[name],
  )
  expect(pinned.every((version) => /^\d+\.\d+\.\d+$/.test(version ?? ''))).toBe(true)
})
