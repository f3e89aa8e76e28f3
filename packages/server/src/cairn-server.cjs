#!/usr/bin/env node
'use strict'
/**
 * The command `cairn-server`. Says in one sentence if Node is too old, before it reads anything that an old Node cannot parse.
 * Written in syntax that Node 10 can parse.
 */
const neededMajor = 24

if (Number.parseInt(process.versions.node, 10) < neededMajor) {
  console.error(
    `Cairn needs Node ${neededMajor} or newer, but this is Node ${process.versions.node}. Install it from https://nodejs.org and try again.`,
  )
  process.exitCode = 1
} else {
  // Without it, half of the start is spent on compiling. Node goes without it if the directory cannot be written.
  if (!process.env.NODE_COMPILE_CACHE) require('node:module').enableCompileCache(`${__dirname}/.cache`)
  import('./server/main.js')
}
