'use strict'
/**
 * Says which Node is needed, before anything that an older one cannot run or has left incomplete. Prints nothing where
 * all is well. Kept in syntax that Node 6 reads.
 *
 * Two versions count. npm's own decides what `npm ci` installs: an older npm leaves out, without a word, native parts of
 * the bundler, whose `engines` do not allow it. The one that runs scripts comes with `npm ci`, as the package `node`.
 */
const neededMajor = 24
const install = 'Install Node 20.19, 22.12 or newer, run `npm ci`, then try again.'

/** As the bundler's native parts ask for it: ^20.19.0 || >=22.12.0. */
function canInstall(version) {
  const numbers = version.split('.').map(Number)
  const major = numbers[0]
  const minor = numbers[1]
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

/**
 * A sentence about what is missing; empty where nothing is.
 * @param version  Of the Node that runs scripts: `24.21.0`.
 * @param userAgent  npm's: `npm/10.9.9 node/v18.20.8 linux x64`.
 */
function complaint(version, userAgent) {
  const match = /\bnode\/v(\S+)/.exec(userAgent)
  if (match && !canInstall(match[1])) {
    return `npm runs on Node ${match[1]}, which is too old to install Cairn. ${install}`
  }
  if (Number.parseInt(version, 10) < neededMajor) {
    return `Cairn runs on Node ${neededMajor}, which \`npm ci\` brings, but this is Node ${version}. ${install}`
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
