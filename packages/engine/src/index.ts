export { attachEngine } from './attach.ts'
export { databaseFileName, type Engine, type EngineOptions, openEngine } from './open.ts'
export { EngineStartError } from './storage/files/start-error.ts'
