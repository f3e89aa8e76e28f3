'use strict'
/**
 * Fails with one sentence if Node is too old, before a script needs something that an old Node cannot run or did not install.
 * Prints nothing otherwise. Written in syntax that Node 6 can parse.
 *
 * Two versions matter. The Node that runs npm decides what `npm ci` installs: an old one silently skips the bundler's native
 * packages, whose `engines` exclude it. The Node that runs scripts is installed by `npm ci`, as the package `node`.
 */
const neededMajor = 24
const install = 'Install Node 20.19, 22.12 or newer, run `npm ci`, and try again.'

/** The `engines` of the bundler's native packages: ^20.19.0 || >=22.12.0. */
function canInstall(version) {
  const numbers = version.split('.').map(Number)
  const major = numbers[0]
  const minor = numbers[1]
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

/**
 * Returns a sentence about what is too old, or an empty string.
 * @param version  The Node that runs scripts: `24.21.0`.
 * @param userAgent  npm's user agent: `npm/10.9.9 node/v18.20.8 linux x64`.
 */
function complaint(version, userAgent) {
  const match = /\bnode\/v(\S+)/.exec(userAgent)
  if (match && !canInstall(match[1])) {
    return `npm runs on Node ${match[1]}, which is too old to install Cairn. ${install}`
  }
  if (Number.parseInt(version, 10) < neededMajor) {
    return `Cairn needs Node ${neededMajor}, which \`npm ci\` installs, but this is Node ${version}. ${install}`
  }
  return ''
}

module.exports = complaint

if (require.main === module) {
  const sentence = complaint(process.versions.node, process.env.npm_config_user_agent || '')
  if (sentence !== '') {
    console.error(sentence)
    process.exitCode = 1
  }
}
