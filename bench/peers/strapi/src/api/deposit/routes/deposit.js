module.exports = {
  routes: [
    { method: 'POST', path: '/deposits', handler: 'api::deposit.deposit.open', config: { auth: false } },
    {
      method: 'GET',
      path: '/deposits/:externalContractId',
      handler: 'api::deposit.deposit.status',
      config: { auth: false },
    },
  ],
};
