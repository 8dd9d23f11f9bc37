// Loaded into a program that is measured: at its end it writes down how much memory it had at the most, in kilobytes.
import { writeFileSync } from 'node:fs'

const file = process.env['PEAK_MEMORY_FILE']
if (file) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)))
