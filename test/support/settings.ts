import { readConfig, secretSettings } from '../../src/process/config.js';

/** Returns the names of all settings. Variables in lower case, which npm sets, are not settings; nor are the files of secrets. */
export function settingNames(): string[] {
  const names: string[] = [];
  readConfig(new Proxy({}, { get: (_target, name) => void names.push(String(name)) }));
  const files = secretSettings.map((name) => `${name}_FILE`);
  return names.filter((name) => name === name.toUpperCase() && !files.includes(name));
}
