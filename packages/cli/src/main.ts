#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' }

// Who asks for the version alone waits for nothing else to be loaded.
const [first, ...others] = process.argv.slice(2)
if (others.length === 0 && (first === '--version' || first === '-V')) console.log(manifest.version)
else {
  const { main } = await import('./run.ts')
  await main(process.argv.slice(2), manifest.version)
}
