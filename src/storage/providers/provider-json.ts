/** A provider with one of its versions, as the domain reads it: of the tables `providers p` and `provider_versions v`. */
export const PROVIDER_JSON = `json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'versionId', v.id,
  'name', v.name, 'address', v.address, 'offer', v.offer)`;
