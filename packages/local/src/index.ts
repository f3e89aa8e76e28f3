export { type Engine, type EngineOptions, startEngine } from './engine.ts'
export { type LocalService, type LocalServiceOptions, startLocalService } from './service.ts'
export { StartError } from './start-error.ts'
export { ensureTable, type TableAddress } from './table.ts'
