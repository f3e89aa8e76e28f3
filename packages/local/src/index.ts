export { ensureTable, type TableAddress } from './database/table.ts'
export { type LocalService, type LocalServiceOptions, startLocalService } from './service.ts'
export { StartError } from './start-error.ts'
