// The packages bring their own Node. When they were installed without the optional ones, npm silently takes the
// system's Node, and an old one fails with an error about file extensions. This says what is wrong instead.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

// TypeScript without a build needs 22.18, argon2 in node:crypto 24.7.
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Parlance needs Node 24.7 or newer, and this is Node ${process.versions.node} (${process.execPath}).\n` +
      'On Linux x64 and arm64 it comes with the packages: run "npm ci --include=optional" and start with npm.\n' +
      'Elsewhere, install Node 24 and put it first on the PATH.',
  )
  process.exit(1)
}

if (process.env.npm_lifecycle_event === 'doctor') {
  console.log(`Node ${process.versions.node}, ${process.platform} ${process.arch}, ${process.execPath}`)
}
