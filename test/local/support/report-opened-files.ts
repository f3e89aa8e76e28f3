/**
 * For `node --import`: reports on standard error when the process opens the database or its lock file with node:fs. Closing
 * such a handle would end SQLite's locks on the file (fcntl(2)). Only the creation of a new file is allowed.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

const opening = /^(?:open|read(?!dir|link)|write|append|copy|cp|create|truncate)/
const ownFiles = ['engine.sqlite', 'engine.lock']

type Functions = Record<string, unknown>

for (const functions of [fs, fs.promises] as unknown as Functions[]) {
  for (const [name, original] of Object.entries(functions)) {
    if (typeof original !== 'function' || !opening.test(name)) continue
    const watched = function (this: unknown, ...parameters: unknown[]) {
      const file = parameters.find(
        (parameter) => typeof parameter === 'string' && ownFiles.includes(path.basename(parameter)),
      )
      if (file !== undefined && parameters[1] !== 'wx') process.stderr.write(`${name} opened ${file}\n`)
      return original.apply(this, parameters)
    }
    functions[name] = Object.assign(watched, original)
  }
}
syncBuiltinESMExports()
