import {
  codeOf,
  fileOf,
  isThere,
  type Manifest,
  PUBLISHED,
  programOf,
  type SourcePackage,
  sourcePackage,
} from './source-package.ts'

/** What npm reads, of the package as it is published: it has JavaScript, and exactly the dependencies that it imports. */
export function publishedManifest({ manifest, data }: SourcePackage, imported: ReadonlySet<string>): object {
  const { name, version, description, license, exports = {}, bin, sideEffects = false } = manifest
  const { peerDependencies = {}, peerDependenciesMeta } = manifest
  const needed = [...imported].filter((id) => !(id in peerDependencies)).sort()
  return {
    name,
    version,
    ...(description ? { description } : {}),
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects,
    ...(bin ? { bin: mapped(bin, (file) => `./dist/${programOf(file)}.js`) } : {}),
    exports: {
      ...Object.fromEntries(codeOf(exports).map(([way]) => [way, wayInto(fileOf(way))])),
      ...Object.fromEntries(Object.entries(exports).filter(([, file]) => data.includes(file.replace('./', '')))),
      './package.json': './package.json',
    },
    files: ['dist', ...data],
    ...(needed.length > 0
      ? { dependencies: Object.fromEntries(needed.map((id) => [id, versionOf(id, manifest)])) }
      : {}),
    ...(Object.keys(peerDependencies).length > 0 ? { peerDependencies, peerDependenciesMeta } : {}),
  }
}

const wayInto = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` })

const mapped = <T>(values: Record<string, T>, change: (value: T) => T) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))

/** Cannot be installed: what others need of it is written into them. */
const CONTRACT = '@parlance/contract'

/** As pinned by the package itself, or by one of ours whose code was written into it. */
function versionOf(id: string, manifest: Manifest): string {
  const ours = [...PUBLISHED, 'contract'].filter(isThere).map((each) => sourcePackage(each).manifest)
  const inlined = manifest.bin ? ours : ours.filter(({ name }) => name === CONTRACT)
  const version = [manifest, ...inlined].map(({ dependencies }) => dependencies?.[id]).find((found) => found)
  if (version === undefined || id === CONTRACT)
    throw new Error(`${manifest.name} imports ${id}, which none of its dependencies is`)
  return version
}
