// Finds a Chromium for the tests of the console, and gets one where it can: on the PATH, of playwright-core, of Debian.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** The first is the same browser without windows, which takes half the work. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** The path of a browser, or undefined when none can be had. */
export function findBrowser(): string | undefined {
  return (
    named() ??
    onPath() ??
    ofPlaywright() ??
    installed(BY_PLAYWRIGHT, ofPlaywright) ??
    installed(byDebian('chromium-headless-shell'), onPath) ??
    installed(byDebian('chromium'), onPath)
  )
}

/** For those who have none. */
export const HOW_TO_GET_ONE =
  'Install one (Debian: "apt-get install chromium"; elsewhere: "npx playwright-core install --only-shell chromium"), or say where one is by CHROMIUM_PATH.'

function named(): string | undefined {
  const path = process.env['CHROMIUM_PATH']
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH names ${path}, which is not there`)
  return path || undefined
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function ofPlaywright(): string | undefined {
  const path = chromium.executablePath()
  return path && isProgram(path) ? path : undefined
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

type Step = [command: string, args: string[]]
const BY_PLAYWRIGHT: Step[] = [['playwright-core', ['install', '--only-shell', 'chromium']]]
const byDebian = (name: string): Step[] => [
  ['apt-get', ['update', '-qq']],
  ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]],
]
const PATIENCE_MS = 300_000

function installed(steps: Step[], find: () => string | undefined): string | undefined {
  const isOfDebian = steps !== BY_PLAYWRIGHT
  if (isOfDebian && (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))) return undefined
  console.log(`No browser yet: ${steps.map(([command, args]) => [command, ...args].join(' ')).join(' && ')}`)
  for (const [command, args] of steps) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status } = spawnSync(command, args, { stdio: 'ignore', timeout: PATIENCE_MS, env })
    if (status !== 0) return undefined
  }
  return find()
}
