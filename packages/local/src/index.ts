export { type Engine, type EngineOptions, startEngine } from './engine/engine.ts'
export { ensureTable, type TableAddress } from './engine/table.ts'
export { type LocalService, type LocalServiceOptions, startLocalService } from './service.ts'
export { StartError } from './start-error.ts'
